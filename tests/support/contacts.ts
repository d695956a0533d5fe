import type { Hono } from 'hono';
import { addressForms } from '#src/engine/channels/address-forms.ts';
import { createPeople } from '#src/people/people.ts';
import { createContactPreferences } from '#src/subscribers/contact-preferences.ts';
import { type ImportJob, runImport } from '#src/people/import/run.ts';
import { testApi } from './api.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { newWorkspace } from './workspace.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- answers are checked by what is expected of them
type Answer = { status: number; body: any; text: string };

/** A workspace and its contacts over /api/v1, for tests: `open` and `drop` once, `start` before each. */
export function contactsWorld() {
  let db: TestDatabase;
  let api: Hono;
  let userId = '';
  let workspaceId = '';
  const jobs: ImportJob[] = [];
  const deps = () => ({ app: db.app, clock: () => new Date(), addressForms });
  const ask = async (method: string, path: string, body?: unknown, as = userId): Promise<Answer> => {
    const isText = typeof body === 'string' || body instanceof Uint8Array;
    const answer = await api.request(path, {
      method,
      headers: {
        Authorization: `Bearer ${as}`,
        'Content-Type': isText ? 'application/octet-stream' : 'application/json',
      },
      ...(body === undefined ? {} : { body: isText ? (body as BodyInit) : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('Content-Type')?.includes('json') ?? false;
    return { status: answer.status, text, body: isJson ? JSON.parse(text) : null };
  };
  return {
    open: async () => {
      db = await testDatabase();
      const people = createPeople({
        ...deps(),
        // The work of a request is done before the test goes on.
        enqueue: async (_tx, job) => void jobs.push(job),
      });
      const contactPreferences = createContactPreferences(deps());
      api = testApi(db, { people, contactPreferences }) as unknown as Hono;
    },
    drop: () => db.drop(),
    start: async () => {
      ({ userId, workspaceId } = await newWorkspace(db));
    },
    ask,
    /** Does what was queued. */
    work: async () => {
      for (const job of jobs.splice(0)) await runImport(deps(), job);
    },
    add: async (form: object) => (await ask('POST', '/contacts', form)).body,
    email: (address: string) => ({ channel: 'email', address }),
    db: () => db,
    userId: () => userId,
    workspaceId: () => workspaceId,
  };
}
