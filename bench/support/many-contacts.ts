import type pg from 'pg';

const BATCH = 100_000;

/** The id of the contact with a number, as SQL and as text; that of its address is the same. */
const idSql = (n: string): string => `('01900000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
export const contactId = (n: number): string => `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

/**
 * Fills a workspace with so many contacts, by SQL of the owner: each with a name, a confirmed address, a tag, a language
 * and a country, one in 10,000 with rare ones, and with the words and counts that triggers would write one by one.
 */
export async function fillWithContacts(owner: pg.Client, workspaceId: string, count: number): Promise<void> {
  const tables = ['contacts', 'addresses', 'contact_tags'];
  for (const table of tables) await owner.query(`alter table ${table} disable trigger user`);
  const index = `create index contact_words_word on contact_words (workspace_id, word, contact_id)`;
  await owner.query('drop index contact_words_word');
  const tag = `case when n % 10000 = 0 then 'rare' else 'wave-' || n % 7 end`;
  for (let from = 0; from < count; from += BATCH) {
    const numbers = `generate_series(${from}, ${Math.min(from + BATCH, count) - 1}) n`;
    await owner.query(`insert into contacts (workspace_id, id, name, language, country, created_at, updated_at)
      select '${workspaceId}', ${idSql('n')}, 'Reader' || n % 977 || ' Number' || n,
             case when n % 10000 = 0 then 'is' else (array['en', 'en-GB', 'de'])[1 + n % 3] end,
             case when n % 10000 = 0 then 'LU' else (array['US', 'GB', 'DE', 'FR'])[1 + n % 4] end, now(), now() from ${numbers}`);
    await owner.query(`insert into addresses (workspace_id, id, contact_id, channel, address, confirmed_at, created_at, updated_at)
      select '${workspaceId}', ${idSql('n')}, ${idSql('n')}, 'email', 'reader.' || n || '@mail' || n % 50 || '.readers.example',
             now(), now(), now() from ${numbers}`);
    await owner.query(`insert into contact_tags (workspace_id, contact_id, tag)
      select '${workspaceId}', ${idSql('n')}, ${tag} from ${numbers}`);
    await owner.query(`insert into contact_words (workspace_id, contact_id, word)
      select '${workspaceId}', ${idSql('n')}, w from ${numbers}, unnest(array['reader' || n % 977, 'number' || n, 'reader', n::text,
        'reader.' || n || '@mail' || n % 50 || '.readers.example', 'mail' || n % 50 || '.readers.example']) w on conflict do nothing`);
  }
  await owner.query(index);
  await owner.query(`insert into contact_tag_counts (workspace_id, tag, contacts)
    select workspace_id, tag, count(*) from contact_tags group by workspace_id, tag`);
  await owner.query(
    `insert into contact_counts (workspace_id, contacts) values ('${workspaceId}', ${count})
     on conflict (workspace_id) do update set contacts = excluded.contacts`,
  );
  for (const table of tables) await owner.query(`alter table ${table} enable trigger user`);
  await owner.query('vacuum analyze');
}
