import type { PaymentProvider } from './provider.ts';
import { createTestProvider, type TestProviderDeps } from './test-provider/provider.ts';

/** What a provider may need; an external one adds its own key to the configuration. */
type ProviderDeps = TestProviderDeps;

/** Every payment provider, by the word of PAYMENTS. */
export const PROVIDERS = {
  test: createTestProvider,
} as const satisfies Record<string, (deps: ProviderDeps) => PaymentProvider>;
