import { createAudiences } from './audiences.ts';
import { createContacts } from './contacts.ts';
import { createImports, type ImportDeps } from './import/imports.ts';
import { createReading } from './reading.ts';
import { upsertContacts } from './upsert.ts';

/** The contacts of a workspace: reading, changing and adding them, and their audiences. */
export const createPeople = (deps: ImportDeps) => ({
  ...createReading(deps),
  contacts: createContacts(deps),
  audiences: createAudiences(deps),
  imports: createImports(deps),
  upsert: upsertContacts(deps),
});
export type People = ReturnType<typeof createPeople>;
