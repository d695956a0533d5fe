import * as z from 'zod/mini';
import { PUBLIC_KEY } from '#src/shared/product.ts';
import { joinedSchema, type Joined, openInvitationSchema, type OpenInvitation } from '#src/shared/team.ts';
import { authClient } from './client.ts';

/** A refusal, or a failure to reach the server (code ''). `message` is for people. */
export class InvitationError extends Error {
  readonly code: string;
  constructor(message: string, code = '', options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'InvitationError';
    this.code = code;
  }
}

// The problem of /api/v1, and the older shape of /auth/v1.
const refusalSchema = z.object({
  code: z.optional(z.union([z.string(), z.number()])),
  error_code: z.optional(z.string()),
  detail: z.optional(z.string()),
  msg: z.optional(z.string()),
});

async function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  } catch (cause) {
    const message = 'The server couldn’t be reached. Check your connection and try again.';
    throw new InvitationError(message, '', { cause });
  }
  if (response.ok) return response;
  const refusal = refusalSchema.safeParse(await response.json().catch(() => null)).data ?? {};
  throw new InvitationError(
    refusal.detail ??
      refusal.msg ??
      `The server answered with an error (${response.status}). Try again shortly.`,
    refusal.error_code ?? String(refusal.code ?? ''),
  );
}

/** Who invites to what, and what became of it. Changes nothing. @throws InvitationError */
export async function lookAtInvitation(token: string): Promise<OpenInvitation> {
  return openInvitationSchema.parse(await (await post('/api/v1/invitations/look', { token })).json());
}

/** @throws InvitationError */
export async function declineInvitation(token: string): Promise<void> {
  await post('/api/v1/invitations/decline', { token });
}

/** For the signed-in user. @throws InvitationError */
export async function acceptInvitation(token: string): Promise<Joined> {
  const { data } = await authClient().getSession();
  const authorization = `Bearer ${data.session?.access_token ?? ''}`;
  return joinedSchema.parse(
    await (await post('/api/v1/invitations/accept', { token }, { authorization })).json(),
  );
}

const sessionSchema = z.object({ access_token: z.string(), refresh_token: z.string() });

/** Opens an account for the invited address, as a member, and signs this browser in. @throws InvitationError */
export async function signUpInvited(form: {
  token: string;
  password: string;
  firstName: string;
  lastName: string;
}): Promise<void> {
  const { token, password, firstName, lastName } = form;
  const data = { first_name: firstName, last_name: lastName, accountType: 'personal' };
  const answer = await post('/auth/v1/invited', { token, password, data }, { apikey: PUBLIC_KEY });
  const { error } = await authClient().setSession(sessionSchema.parse(await answer.json()));
  if (error) throw new InvitationError(error.message, error.code);
}
