import { faceOf } from '#src/engine/channels/face.ts';
import { channels } from '#src/engine/channels/registry.ts';
import type { Route } from '../route.ts';
import { CHANNELS } from './contract.ts';

/** Which channels there are: the same for everyone. */
export function addChannelRoutes(route: Route): void {
  route(CHANNELS.list, (c) =>
    c.json({ items: channels().map(faceOf) }, 200, { 'Cache-Control': 'public, max-age=300' }),
  );
}
