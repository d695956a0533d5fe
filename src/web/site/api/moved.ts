/** Links to /api that name an endpoint or an error: both lists once stood there, and have pages of their own now. */
function leadOn(): void {
  const name = location.hash.slice(1);
  if (name === '' || document.getElementById(name)) return;
  location.replace(`/api/${/^error(s$|-)/.test(name) ? 'errors' : 'endpoints'}${location.hash}`);
}
leadOn();
addEventListener('hashchange', leadOn);
