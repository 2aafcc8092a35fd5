// node:console: the global console, with the `Console` class as a member.
import { globalConsole } from "internal:console";

export default globalConsole;
