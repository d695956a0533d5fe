import { faceOf } from '#src/engine/channels/face.ts';
import { channels } from '#src/engine/channels/registry.ts';
import { authorizable } from '#src/engine/connections/authorize.ts';
import type { Route } from '../route.ts';
import { CHANNELS } from './contract.ts';

/** Which channels there are: the same for everyone. */
export function addChannelRoutes(
  route: Route,
  { connections }: { connections: Parameters<typeof authorizable>[0] },
): void {
  route(CHANNELS.list, async (c) => {
    const all = channels();
    // Devices practice where readers register them.
    const practice = connections.practices
      ? all.filter((each) => each.practice !== undefined && each.fields.length > 0)
      : [];
    const body = {
      items: all.map(faceOf),
      practice: practice.map(({ kind }) => kind),
      authorize: await authorizable(connections),
    };
    return c.json(body, 200, { 'Cache-Control': 'public, max-age=300' });
  });
}
