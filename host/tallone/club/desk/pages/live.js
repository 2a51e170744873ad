// Loads the page again when the log has grown, but never under somebody's typing.
(function () {
  var seen = document.currentScript.dataset.version;
  function typing() {
    return Array.prototype.some.call(document.querySelectorAll("input:not([type=hidden])"), function (one) {
      return one.type === "checkbox" ? one.checked !== one.defaultChecked : one.value !== one.defaultValue;
    });
  }
  function listen() {
    var source = new EventSource("/live");
    source.onmessage = function (event) {
      if (event.data !== seen && !typing()) { location.reload(); }
    };
    source.onerror = function () { source.close(); setTimeout(listen, 3000); };
  }
  if (location.pathname.indexOf("/desk/") !== 0 && location.pathname !== "/sign-in") { listen(); }
})();
