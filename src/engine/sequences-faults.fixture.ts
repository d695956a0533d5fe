import { leftOfErased } from './sequences-erased.fixture.ts';
import { ROUTES, selfOf, type Answer, type World } from './sequences-world.fixture.ts';

/** Two who became one may each have got it before that. What one of them didn't accept, the other may get. */
function isTwice(
  { merged }: World,
  self: readonly number[],
  arrived: readonly { at: number; person: number; answer: Answer }[],
): boolean {
  const after = Math.max(0, ...self.map((n) => merged.get(n)?.after ?? 0));
  const earlier = arrived.filter(({ at }) => at < after);
  const later = arrived.length - earlier.length;
  return (
    self.some((n) => earlier.filter(({ person: who }) => who === n).length > 1) ||
    later > (earlier.some(({ answer: said }) => said !== 'rejected') ? 0 : 1)
  );
}

/** Also who is imported, undone and imported again gets an alert once. */
function newcomersTwice({ toNewcomers }: World): string[] {
  const arrived = toNewcomers.filter(({ answer }) => answer !== 'retry');
  const groups = Map.groupBy(arrived, ({ alertId, address }) => `${address} got ${alertId}`);
  return [
    ...[...groups].flatMap(([what, sends]) => (sends.length > 1 ? `${what} ${sends.length} times` : [])),
    ...arrived.flatMap(({ brand, address }) => (brand === 0 ? [] : `${address} was not meant`)),
  ];
}

/** @returns what is wrong, in words */
export async function faultsOf(world: World): Promise<string[]> {
  const wrong = [...world.wrong, ...newcomersTwice(world), ...(await leftOfErased(world))];
  const { db, workspaceId, since, people } = world;
  const { rows: alerts } = await db.admin.query<{
    id: string;
    event_id: string;
    brand_id: string;
    state: string;
  }>(`select id, event_id, brand_id, state from alerts where workspace_id = $1 and id > $2`, [
    workspaceId,
    since,
  ]);
  if (alerts.length !== world.mine * 2) wrong.push(`${world.mine} events became ${alerts.length} alerts`);
  const { rows: items } = await db.admin.query<{
    alert_id: string;
    contact_id: string;
    digest_id: string | null;
  }>('select alert_id, contact_id, digest_id from digest_items where workspace_id = $1 and alert_id > $2', [
    workspaceId,
    since,
  ]);
  // An address has the id of its person, also once it was erased.
  const { rows } = await db.admin.query<{ alert_id: string; target_id: string; state: string }>(
    'select alert_id, target_id, state from deliveries where workspace_id = $1 and alert_id > $2',
    [workspaceId, since],
  );
  for (const alert of alerts) {
    const brand = world.brands.indexOf(alert.brand_id);
    const meant = new Set(ROUTES.filter((route) => route.brand === brand).flatMap((route) => route.people));
    for (const [n, { address }] of people.entries()) {
      if (world.merged.has(n)) continue;
      const self = [...people.keys()].filter((each) => selfOf(world, each) === n);
      const item = items.filter(
        (each) => each.alert_id === alert.id && self.some((one) => people[one]?.id === each.contact_id),
      );
      const isTheirs = (send: World['sends'][number]) => self.includes(send.person);
      const isListing = (send: World['sends'][number]) =>
        send.alertId === alert.id || item.some((each) => each.digest_id === send.alertId);
      const sends = world.sends.filter((send) => send.alertId === alert.id && isTheirs(send));
      const arrived = world.sends
        .map((send, at) => ({ ...send, at }))
        .filter((send) => isTheirs(send) && isListing(send) && send.answer !== 'retry');
      const left = world.left.get(n);
      const isGone = self.some((each) => world.gone.has(each));
      const stayed = !isGone && !left?.has(null) && !left?.has(brand);
      const isMeant = self.some((each) => meant.has(each));
      const faults = [
        isTwice(world, self, arrived) && 'got it twice',
        !isMeant && sends.length > 0 && 'was not meant',
        isMeant && stayed && alert.state !== 'rejected' && arrived.length === 0 && 'was forgotten',
        ...self.map((each) => {
          const mine = rows.filter((row) => row.alert_id === alert.id && row.target_id === people[each]?.id);
          const last = arrived.find((send) => send.person === each);
          if (mine.length > 1) return 'has two deliveries';
          return (
            last &&
            !last.digest &&
            mine[0]?.state !== (last.answer === 'dies' ? 'unknown' : last.answer) &&
            'is recorded wrongly'
          );
        }),
      ].filter((fault) => typeof fault === 'string');
      if (faults.length > 0)
        wrong.push(
          `${address} in brand ${brand} ${faults.join(', ')}: ${JSON.stringify({ state: alert.state, self, sends, arrived, item })}`,
        );
    }
  }
  const { rows: miscounted } = await db.admin.query(
    `select c.fan_out_id, c.channel from fan_out_counts c
       left join lateral (
         select count(*) filter (where state = 'sent') as sent, count(*) filter (where state = 'unknown') as unknown,
                count(*) filter (where state = 'rejected') as rejected,
                count(*) filter (where state in ('pending', 'held', 'sending', 'retry')) as open
           from deliveries d
          where d.workspace_id = c.workspace_id and d.fan_out_id = c.fan_out_id and d.channel = c.channel) n on true
      where c.workspace_id = $1 and c.alert_id > $2 and (n.sent <> c.sent or n.unknown <> c.unknown or n.rejected <> c.rejected
        or n.open <> c.pending + c.held + c.sending + c.retry)`,
    [workspaceId, since],
  );
  return [...wrong, ...miscounted.map((row) => `miscounted: ${JSON.stringify(row)}`)];
}
