// For browsers that can't run the page's modules: says so in words. Plain old JavaScript.
document.addEventListener("DOMContentLoaded", function () { document.getElementById("old").removeAttribute("hidden"); });
