import { PUBLIC_KEY } from '#src/shared/product.ts';

/** Another program that a mailed link leads on to; `name` is what a person knows it by. */
export type Onward = { address: string; name: string };

/**
 * A client that requested an email may have named an address of its own to continue to. Null where there is none, or one of
 * our own pages. The server decides whether the address is allowed.
 */
export function onwardOf(search: string, origin: string): Onward | null {
  const address = new URLSearchParams(search).get('redirect_to');
  const url = address ? URL.parse(address) : null;
  if (!address || !url || url.origin === origin) return null;
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return { address, name: isWeb ? url.host : url.protocol.slice(0, -1) };
}

/**
 * Spends a mailed token for the other program.
 * @returns where to go, with what that program expects; null, with nothing spent, where the address is not allowed
 */
export async function openLink(link: {
  type: string;
  tokenHash: string;
  onward: Onward;
}): Promise<string | null | 'failed'> {
  try {
    const response = await fetch('/auth/v1/open-link', {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: PUBLIC_KEY },
      body: JSON.stringify({
        type: link.type,
        token_hash: link.tokenHash,
        redirect_to: link.onward.address,
      }),
    });
    if (!response.ok) return 'failed';
    const answer: { location: string | null } = await response.json();
    return answer.location;
  } catch {
    return 'failed';
  }
}
