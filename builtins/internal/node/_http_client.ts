// node:_http_client, a private module of Node that packages import.
import { ClientRequest } from "internal:node/http/client_request";

export default { ClientRequest };
