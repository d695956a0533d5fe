import type { Database } from '#src/db/database.ts';
import { withTenant } from '#src/db/tenant.ts';
import { playground } from '#src/engine/alerts/playground.ts';
import type { ModelWriter } from '#src/engine/content/model/model-writer.ts';
import type { createWriterSettings } from '#src/engine/content/model/settings.ts';
import { writerUsage } from '#src/engine/content/model/usage.ts';
import type { Clock } from '#src/shared/clock.ts';
import { byOf, here } from '../actor.ts';
import type { Route } from '../route.ts';
import { WRITER } from './contract.ts';

type WriterDeps = {
  settings: ReturnType<typeof createWriterSettings>;
  model: ModelWriter;
};

/** The model that writes a workspace's alerts. */
export function addWriterRoutes(
  route: Route,
  { app, clock, writer }: { app: Database; clock: Clock; writer: WriterDeps },
): void {
  route(WRITER.read, async (c) => c.json(await writer.settings.read(here(c))));
  route(WRITER.change, async (c, body) => {
    const changed = await writer.settings.change(byOf(c), await body());
    writer.model.changed(here(c));
    return c.json(changed);
  });
  route(WRITER.check, async (c) => c.json(await writer.model.check(here(c))));
  route(WRITER.usage, async (c) => c.json(await withTenant(app, here(c), (tx) => writerUsage(tx, clock()))));
  route(WRITER.playground, async (c, body) =>
    c.json(await playground({ app, modelWriter: writer.model }, here(c), await body())),
  );
}
