import type { Tx } from '#src/db/database.ts';
import { type ActivityEntry, recordActivity } from '#src/db/queries/activity.ts';
import type { Route } from '#src/shared/routes.ts';
import { routesOf } from './stored-routes.ts';

/** Records what the routes of a rule are now. What went out before says for itself whom it went to. */
export async function recordRoutes(
  tx: Tx,
  entry: Omit<ActivityEntry, 'action' | 'detail'>,
  ruleId: string,
): Promise<void> {
  const routes = (await routesOf(tx, [ruleId])).get(ruleId) ?? [];
  const detail = { routes: routes.map(inWords).join('; ').slice(0, 1000) || 'Members, in the default brand' };
  await recordActivity(tx, { ...entry, action: 'rule.routed', detail });
}

const inWords = ({ brand, audiences, destinations, releaseMinutes }: Route): string =>
  `${[...audiences, ...destinations].map(({ name }) => name).join(', ')}, in the brand ${brand.name}${
    releaseMinutes === null ? '' : `, ${releaseMinutes} minutes after it’s sent`
  }`;
