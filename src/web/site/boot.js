// Runs before the first paint, as a file of its own (the policy allows no inline script): sets the chosen
// theme, and whether someone is signed in, without loading the auth client. Keys: ui/theme.ts, auth/client.ts.
try {
  const root = document.documentElement;
  const theme = localStorage.getItem('bellwire.theme');
  if (theme === 'day' || theme === 'night') root.dataset.theme = theme;
  if (localStorage.getItem('bellwire.auth')) root.dataset.signedIn = '';
} catch {
  // Storage is blocked: the system's theme, and signed out.
}
