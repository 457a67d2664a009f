import {hidePlan, useKey} from "./api.js";
import {showUsed} from "./download.js";
import * as events from "./events.js";
import * as folder from "./folder.js";
import {at} from "./format.js";
import * as publishing from "./publish.js";
import * as viewer from "./viewer.js";

at("key-form").addEventListener("submit", event => {
    event.preventDefault();
    useKey(at("key").value);
    hidePlan();
    showUsed();
    folder.load();
    events.follow();
});
at("skip").addEventListener("click", event => {
    event.preventDefault(); // the address names the folder
    at("events-title").focus();
});
viewer.start();
folder.start();
publishing.start();
events.start();
