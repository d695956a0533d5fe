import { whenNear } from '../../when-near.ts';
import { ANCHOR } from './state.ts';

const bring = async (): Promise<void> => (await import('./live.ts')).goLive();
// A shared link leads there at once; everyone else comes to it later, or not at all.
if (location.hash.startsWith(`#${ANCHOR}?`)) void bring();
else whenNear(`#${ANCHOR}`, bring);
