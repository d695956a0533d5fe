import type { FollowUpsService } from '#src/engine/alerts/follow-ups/follow-ups.ts';
import { nameOfUser } from '#src/shared/person-name.ts';
import { byOf, here, personOf } from '../actor.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { FOLLOW_UPS } from './contract.ts';

const NO_ALERT = { sentence: 'There is no such alert in this workspace.' };
const NO_FOLLOW_UP = { sentence: 'There is no such update or correction.' };

/** Updates and corrections of alerts that were sent. */
export function addFollowUpRoutes(route: Route, { followUps }: { followUps: FollowUpsService }): void {
  route(FOLLOW_UPS.list, async (c) => c.json(await followUps.list(here(c), idOf(c, NO_ALERT))));
  route(FOLLOW_UPS.write, async (c, body) => {
    const form = await body();
    return c.json(await followUps.write(byOf(c), idOf(c, NO_ALERT), form), 201);
  });
  route(FOLLOW_UPS.decide, async (c, body) => {
    const decision = await body();
    const person = personOf(c);
    const by = {
      ...byOf(c),
      person: { userId: person.id, email: person.email, name: nameOfUser(person) },
    };
    const followUp = idOf(c, { ...NO_FOLLOW_UP, name: 'followUp' });
    return c.json(await followUps.decide(by, idOf(c, NO_ALERT), followUp, decision));
  });
}
