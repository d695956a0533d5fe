import type pg from 'pg';

/** Writes what the operator has set, as the owner. Every process on the database goes by what the last start wrote. */
export async function keepSetting(
  owner: Pick<pg.ClientBase, 'query'>,
  name: string,
  value: string,
): Promise<void> {
  await owner.query(
    `insert into installation_settings (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value where installation_settings.value <> excluded.value`,
    [name, value],
  );
}
