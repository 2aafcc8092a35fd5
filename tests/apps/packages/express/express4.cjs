// Express 4, all of it that applications commonly use.
const express = require("express4");
const { application } = require("./lib/application.cjs");
require("./lib/questions.cjs").run(application(express, 4));
