import { createPeople } from '#src/people/people.ts';
import { type ImportJob, runImport } from '#src/people/import/run.ts';
import { createErasure } from '#src/subscribers/erase.ts';
import { addressForms } from './channels/address-forms.ts';
import { clockOf, idOf, selfOf, TAG, type World } from './sequences-world.fixture.ts';

const actorOf = ({ userId }: World) => ({ kind: 'member' as const, userId, name: 'Ada Byron' });

/** A person is erased on request, with those who were merged into them. */
export async function erase(world: World, n: number): Promise<void> {
  const { db, workspaceId } = world;
  await createErasure({ app: db.app, clock: clockOf(world) }).erase(
    { workspaceId, actor: actorOf(world) },
    idOf(world, n),
  );
  for (const each of world.people.keys())
    if (selfOf(world, each) === selfOf(world, n)) {
      world.gone.add(each);
      world.erased.add(each);
    }
}

function importsOf(world: World) {
  const jobs: ImportJob[] = [];
  const deps = { app: world.db.app, clock: clockOf(world), addressForms };
  const people = createPeople({ ...deps, enqueue: async (_tx, job) => void jobs.push(job) });
  return {
    imports: people.imports,
    work: async () => {
      for (const job of jobs.splice(0)) await runImport(deps, job);
    },
  };
}

/** A file of people whose tag puts them in the fourth audience. */
export async function importNewcomers(world: World, people: readonly number[]): Promise<void> {
  const { workspaceId, newcomers } = world;
  const { imports, work } = importsOf(world);
  const by = { workspaceId, actor: actorOf(world) };
  const rows = people.map((n) => newcomers[n] ?? '');
  const bytes = Buffer.from(`email,tags\n${rows.map((address) => `${address},${TAG}`).join('\n')}\n`);
  const { id, mapping } = await imports.upload(by, { name: 'people.csv', bytes });
  await imports.check(by, id, { mapping, options: { confirmed: true, onlyNew: false, tags: [] } });
  await work();
  await imports.start(by, id);
  await work();
  const made = await imports.one(workspaceId, id);
  if (made.state !== 'imported') throw new Error(`The import is ${made.state}.`);
  world.imports.push({ id, addresses: rows });
}

/** The newest import is undone, in whose midst its people may be sent something. */
export async function undoLast(world: World): Promise<void> {
  const last = world.imports.pop();
  if (!last) return;
  const { workspaceId } = world;
  const { imports, work } = importsOf(world);
  await imports.undo({ workspaceId, actor: actorOf(world) }, last.id);
  await work();
  const { state } = await imports.one(workspaceId, last.id);
  if (state !== 'undone') throw new Error(`The undo is ${state}.`);
}

/** Whether a newcomer is on a list that wasn't undone. */
export const isImported = ({ imports }: World, address: string): boolean =>
  imports.some(({ addresses }) => addresses.includes(address));
