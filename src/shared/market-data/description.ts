/** What an account at a source includes. */
export type ProviderPlan = {
  id: string;
  title: string;
  says: string;
  /** Prices come this much later than they were paid; null: at once. */
  delayMinutes: number | null;
  /** How many symbols at a time; null: no limit of the source. */
  symbols: number | null;
};

/** What users are told about a source of market data. */
export type ProviderDescription = {
  title: string;
  covers: string;
  assets: 'stocks' | 'currencies';
  /** Where keys are made. */
  keysUrl: string;
  steps: string;
  /** What its keys are made of. What isn't secret names the key. */
  fields: readonly { name: 'keyId' | 'secret'; label: string; isSecret: boolean }[];
  plans: readonly [ProviderPlan, ...ProviderPlan[]];
  /** It has prices of before the open and after the close. */
  hasExtended: boolean;
  /** What its data may be used for. */
  license: string;
  licenseUrl: string;
};
