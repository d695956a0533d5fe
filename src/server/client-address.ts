import type { Context } from 'hono';

/** The address of the peer, or of the client behind a trusted proxy; null where it can't be known. */
export type ClientAddress = (c: Context) => string | null;
