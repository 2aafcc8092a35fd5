// A module that is loaded on demand.
export default "loaded later";
