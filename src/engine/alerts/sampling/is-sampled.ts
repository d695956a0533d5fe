import { sha256 } from '#src/platform/json/canonical.ts';

export type Drawn = { alertId: string; policyId: string; version: number };

/**
 * Whether an alert is among the share of a policy's alerts that a person looks at afterwards. It follows from the ids and
 * the version alone, so that nobody can choose and anyone can check. A larger share has all of a smaller one.
 */
export function isSampled({ alertId, policyId, version }: Drawn, percent: number): boolean {
  const drawn = sha256(`${alertId} ${policyId} ${version}`).readUIntBE(0, 6) / 2 ** 48;
  return drawn < percent / 100;
}
