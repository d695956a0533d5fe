import type { PaymentProvider } from './provider.ts';
import { createTestProvider, type TestProviderDeps } from './test-provider/provider.ts';

/** What a provider may need; one of the outside adds its own key to the configuration. */
export type ProviderDeps = TestProviderDeps;

/** Every payment provider, by the word of PAYMENTS. */
export const PROVIDERS = {
  test: createTestProvider,
} as const satisfies Record<string, (deps: ProviderDeps) => PaymentProvider>;
