// The roles of users.
export enum Role {
  Reader = "reader",
  Author = "author",
  Administrator = "administrator",
}
