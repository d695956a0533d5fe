export { ORIGIN } from '#src/shared/site-origin.ts';
