import { newClientId } from '#src/shared/client-id.ts';

/**
 * Names what is sent: the same words have the same name until they have arrived. So a form that is sent again, because
 * the answer to the first time was lost on its way back, is taken once.
 */
export function createSubmissions() {
  let current: { words: string; key: string } | null = null;
  return {
    /** The Idempotency-Key of these words. */
    keyOf: (form: object): string => {
      const words = JSON.stringify(form);
      if (current?.words !== words) current = { words, key: newClientId() };
      return current.key;
    },
    /** They have arrived: sending the same again is intentional. */
    arrived: (): void => {
      current = null;
    },
  };
}
