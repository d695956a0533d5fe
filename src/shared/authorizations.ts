import * as z from 'zod/mini';
import { channelKindSchema } from './alerts.ts';

/**
 * An account that is being connected at its provider. `waiting`: the person is over there; `choosing`: they have several
 * accounts and choose one; `failed`: `problem` says why.
 */
export const AUTHORIZATION_STATES = ['waiting', 'exchanging', 'choosing', 'connected', 'failed'] as const;
export type AuthorizationState = (typeof AUTHORIZATION_STATES)[number];

/** `connectionId`: the one that gets new credentials; a new one is made without. */
export const authorizeFormSchema = z.object({
  channel: channelKindSchema,
  connectionId: z.optional(z.uuid('connectionId is the id of a connection')),
});
export type AuthorizeForm = z.infer<typeof authorizeFormSchema>;

export const authorizeStartSchema = z.object({
  id: z.uuid(),
  /** Where the person allows it. */
  url: z.string(),
});

export const authorizationSchema = z.object({
  id: z.uuid(),
  channel: channelKindSchema,
  state: z.enum(AUTHORIZATION_STATES),
  problem: z.nullable(z.string()),
  /** The connection that was made or that got new credentials, and its name. */
  connection: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  /** The accounts to choose from; empty unless it's `choosing`. */
  choices: z.array(z.object({ id: z.string(), title: z.string() })),
});
export type Authorization = z.infer<typeof authorizationSchema>;

/** What the provider sent the person back with: a code, or the reason why there is none. */
export const cameBackSchema = z.object({
  channel: channelKindSchema,
  state: z.string('state is missing').check(z.maxLength(200)),
  code: z.optional(z.string().check(z.maxLength(4_000))),
  error: z.optional(z.string().check(z.maxLength(4_000))),
  error_description: z.optional(z.string().check(z.maxLength(4_000))),
});
export type CameBack = z.infer<typeof cameBackSchema>;

export const chooseFormSchema = z.object({
  account: z.string('Choose an account').check(z.minLength(1, 'Choose an account'), z.maxLength(200)),
});

/** The path that providers send people back to, which is part of what is registered for an app. */
export const callbackPath = (channel: string): string => `/hooks/oauth/${channel}`;
