const { analyze } = require("@nomicfoundation/solidity-analyzer");
console.log(analyze(`pragma solidity ^0.8.0; import "./file.sol"; import { A } from "b.sol"; contract C {}`));
console.log(analyze("no solidity {"));
