/** The settings of a connection or a sender as they are stored; only texts ever are. */
export const settingsOf = (row: { settings: Readonly<Record<string, unknown>> }): Record<string, string> =>
  Object.fromEntries(
    Object.entries(row.settings).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
