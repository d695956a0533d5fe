/**
 * Stands for the site's own address (PUBLIC_URL) in what is built: canonical links, share pictures, feeds. The server
 * puts the real one in its place when it reads the site, so that one build serves any address.
 */
export const ORIGIN = 'https://site-origin.invalid';
