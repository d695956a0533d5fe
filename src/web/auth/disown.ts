import { PUBLIC_KEY } from '#src/shared/product.ts';

/** "This was not me": removes the unconfirmed account of a mailed token. Answers how it went. */
export async function disownAccount(tokenHash: string): Promise<'removed' | 'spent' | 'failed'> {
  try {
    const response = await fetch('/auth/v1/not-me', {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: PUBLIC_KEY },
      body: JSON.stringify({ token_hash: tokenHash }),
    });
    if (response.ok) return 'removed';
    return response.status === 403 ? 'spent' : 'failed';
  } catch {
    return 'failed';
  }
}
