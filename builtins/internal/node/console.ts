// node:console: the global console, with the `Console` class as a member.
import { globalConsole } from "internal:node/console/console";

export default globalConsole;
