import type { Channel } from './channel.ts';

/**
 * Whether a message over an account of this channel may stay unknown, so that its owner chooses what becomes of it. Where the
 * provider recognizes a repeated message, it's sent again anyway.
 */
export const mayStayUnknown = ({ fields, capabilities }: Pick<Channel, 'fields' | 'capabilities'>): boolean =>
  fields.length > 0 && !capabilities.idempotent;
