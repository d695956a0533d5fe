import type { LanguageModel } from 'ai';
import type { ProviderId } from '#src/shared/content/ai-writer.ts';

type At = { address: string; key: string | null; fetch: typeof globalThis.fetch };

/**
 * Opens a model of each provider. Their packages are loaded at the first use, and everything they would otherwise read
 * from the environment is handed to them.
 */
export const OPENERS: Readonly<Record<ProviderId, (at: At, model: string) => Promise<LanguageModel>>> = {
  openai: async ({ address, key, fetch }, model) => {
    const { createOpenAI } = await import('@ai-sdk/openai');
    // Chat completions: the provider doesn't keep them, as it keeps responses.
    return createOpenAI({ baseURL: address, apiKey: key ?? '', fetch }).chat(model);
  },
  anthropic: async ({ address, key, fetch }, model) => {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ baseURL: address, apiKey: key ?? '', fetch })(model);
  },
  google: async ({ address, key, fetch }, model) => {
    const { createGoogle } = await import('@ai-sdk/google');
    return createGoogle({ baseURL: address, apiKey: key ?? '', fetch })(model);
  },
  compatible: async ({ address, key, fetch }, model) => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    // Without it, the schema isn't sent.
    const server = createOpenAICompatible({
      name: 'compatible',
      baseURL: address,
      supportsStructuredOutputs: true,
      fetch,
      ...(key === null ? {} : { apiKey: key }),
    });
    return server(model);
  },
};
