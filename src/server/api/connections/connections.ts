import type { Context } from 'hono';
import { createAuthorize } from '#src/engine/connections/authorize.ts';
import { type ConnectionsDeps, createConnections } from '#src/engine/connections/connections.ts';
import { createAccounts } from '#src/engine/connections/accounts.ts';
import { createTestMessages } from '#src/engine/connections/test-message.ts';
import { exampleAlert } from '#src/engine/content/preview.ts';
import { brandOf } from '#src/brands/brand-of.ts';
import { createReadBack } from '#src/engine/connections/read-back.ts';
import { AppError } from '#src/shared/errors.ts';
import { type ApiEnv, byOf, here, may, personOf } from '../actor.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { CONNECTIONS } from './contract.ts';

const NONE = { sentence: 'There is no such connection.' };
const NO_PLACE = { sentence: 'There is no such place.' };
const NOTHING = { sentence: 'There is nothing being connected.' };

/** The person who connects an account at its provider, in a browser. @throws AppError session_only, forbidden */
function personBy(c: Context<ApiEnv>) {
  if (!may(c, 'channels:write')) throw new AppError('forbidden');
  return asPerson(c);
}
const asPerson = (c: Context<ApiEnv>) => ({ ...byOf(c), userId: personOf(c).id });

/** Accounts, servers and places that a workspace sends through. */
export function addConnectionRoutes(
  route: Route,
  { connections: deps, testMessageKey }: { connections: ConnectionsDeps; testMessageKey: Buffer },
): void {
  const connections = createConnections(deps);
  const authorize = createAuthorize(deps);
  const { app, random, mail, call } = deps;
  const readBack = createReadBack({
    app,
    random,
    mail,
    call,
    now: () => deps.clock().getTime(),
    // It opens accounts only: what becomes of sends is noted where they are made.
    accounts: createAccounts({ ...deps, announce: () => undefined }),
  });
  const test = createTestMessages({
    app,
    clock: deps.clock,
    encryptionKey: deps.encryptionKey,
    random,
    mail,
    call,
    hashKey: testMessageKey,
    write: async (tx) => {
      const brand = await brandOf(tx, undefined, deps.clock());
      const example = await exampleAlert(brand, brand.languages[0], { trial: true });
      return { brand, ...example };
    },
  });

  route(CONNECTIONS.list, async (c) => c.json({ items: await connections.list(here(c)) }));
  route(CONNECTIONS.add, async (c, body) => c.json(await connections.add(byOf(c), await body()), 201));
  route(CONNECTIONS.practice, async (c, body) =>
    c.json(await connections.addPractice(byOf(c), await body()), 201),
  );
  route(CONNECTIONS.authorize, async (c, body) => {
    const form = await body();
    return c.json(await authorize.start(personBy(c), form), 201);
  });
  route(CONNECTIONS.cameBack, async (c, body) => {
    const came = await body();
    return c.json(await authorize.finish(personBy(c), came));
  });
  route(CONNECTIONS.authorization, async (c) => c.json(await authorize.read(asPerson(c), idOf(c, NOTHING))));
  route(CONNECTIONS.choose, async (c, body) => {
    const { account } = await body();
    return c.json(await authorize.choose(personBy(c), idOf(c, NOTHING), account));
  });
  route(CONNECTIONS.change, async (c, body) => {
    const form = await body();
    return c.json(await connections.change(byOf(c), idOf(c, NONE), form));
  });
  route(CONNECTIONS.check, async (c) => c.json(await connections.check(byOf(c), idOf(c, NONE))));
  route(CONNECTIONS.remove, async (c) => {
    await connections.remove(byOf(c), idOf(c, NONE));
    return c.body(null, 204);
  });
  route(CONNECTIONS.addDestination, async (c, body) => {
    const form = await body();
    return c.json(await connections.addDestination(byOf(c), idOf(c, NONE), form), 201);
  });
  route(CONNECTIONS.readBack, async (c) =>
    c.json(await readBack(here(c), idOf(c, { sentence: 'There is no such delivery.' }))),
  );
  route(CONNECTIONS.testDestination, async (c) => c.json(await test(byOf(c), idOf(c, NO_PLACE))));
  route(CONNECTIONS.changeDestination, async (c, body) => {
    const form = await body();
    return c.json(await connections.changeDestination(byOf(c), idOf(c, NO_PLACE), form));
  });
  route(CONNECTIONS.removeDestination, async (c) => {
    await connections.removeDestination(byOf(c), idOf(c, NO_PLACE));
    return c.body(null, 204);
  });
}
