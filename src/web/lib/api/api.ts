import * as z from 'zod/mini';
import { leaving } from '#src/web/auth/leaving.ts';
import { toast } from '#src/web/ui/toast/store.ts';
import { access } from './access.ts';
import { currentWorkspace, switchWorkspace, workspaceVersion } from './workspace.ts';

/** A refusal of the API (application/problem+json) or a failure to reach it. `message` is for people. */
export class ApiError extends Error {
  /** HTTP status, 0 when the server was not reached. */
  readonly status: number;
  /** The stable code of src/shared/errors.ts, or '' where the server gave none. */
  readonly code: string;

  /** The field that the refusal is about, where the server names one. */
  readonly field: string | null;

  constructor(
    message: string,
    status: number,
    code = '',
    { field, ...options }: { cause?: unknown; field?: string | undefined } = {},
  ) {
    super(message, options);
    this.field = field ?? null;
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
  }
}

const problemSchema = z.object({
  title: z.string(),
  detail: z.optional(z.string()),
  code: z.optional(z.string()),
  field: z.optional(z.string()),
});

async function problemOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const problem = problemSchema.safeParse(body);
  if (!problem.success)
    return new ApiError(
      `The server answered with an error (${response.status}). Try again shortly.`,
      response.status,
    );
  const { title, detail, code, field } = problem.data;
  return new ApiError(detail ?? title, response.status, code, { field });
}

/**
 * `transport` sends it where `fetch` cannot do what is wanted, such as telling how far an upload is; `workspace` is for
 * what was begun in one and goes on there, wherever the tab is by then.
 */
type AuthorizedInit = RequestInit & {
  transport?: typeof fetch;
  workspace?: string | null;
  /** It changes nothing: the demo may send it too. */
  computes?: boolean;
};

/** No answer: the screen stays as it is until the page is gone. */
const never = <T>(): Promise<T> => new Promise(() => undefined);

async function send(path: string, init: AuthorizedInit, workspace: string | null): Promise<Response> {
  const token = await access().token();
  const headers = new Headers(init.headers);
  if (token !== null && workspace !== null) headers.set('x-workspace-id', workspace);
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  const signal = init.signal ? AbortSignal.any([init.signal, leaving]) : leaving;
  try {
    return await (init.transport ?? fetch)(path, { ...init, headers, signal });
  } catch (cause) {
    if (leaving.aborted) return never();
    if (init.signal?.aborted) throw cause;
    const message = 'The server couldn’t be reached. Check your connection and try again.';
    throw new ApiError(message, 0, '', { cause });
  }
}

/** The person was taken out of it, or it is gone: on to the one that the server takes. */
function leaveLostWorkspace(problem: ApiError, askedAt: number): void {
  if (problem.code !== 'workspace_not_found' || askedAt !== workspaceVersion()) return;
  switchWorkspace(null);
  toast({
    title: 'You are no longer in that workspace',
    description: 'You left it or were removed.',
  });
}

/**
 * A request with this page's token, in the tab's workspace; answers only with a good response, throws `ApiError` otherwise. A token that the
 * server no longer takes is renewed once; when there will be no other, this browser is signed out. What would change
 * something where nothing can be changed is refused here, before it is sent.
 */
export async function authorizedFetch(path: string, init: AuthorizedInit = {}): Promise<Response> {
  const { readOnly, stale, renew, leave } = access();
  if (readOnly !== null && !init.computes && (init.method ?? 'GET') !== 'GET')
    throw new ApiError(readOnly, 403, 'demo_read_only');
  // As it is now: a switch while the token is renewed must not send this to another workspace.
  const workspace = readOnly === null ? (init.workspace ?? currentWorkspace()) : null;
  const askedAt = workspaceVersion();
  const response = await send(path, init, workspace);
  if (response.ok) return response;
  const problem = await problemOf(response);
  leaveLostWorkspace(problem, askedAt);
  if (!stale.has(problem.code)) throw problem;

  const outcome = await renew();
  if (outcome === 'later') throw problem;
  if (outcome === 'renewed') {
    const again = await send(path, init, workspace);
    if (again.ok) return again;
    const refused = await problemOf(again);
    if (!stale.has(refused.code)) throw refused;
  }
  await leave();
  throw problem;
}

async function parsed<S extends z.ZodMiniType>(response: Response, schema: S): Promise<z.output<S>> {
  const body: unknown = await response.json().catch(() => (leaving.aborted ? never() : undefined));
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const message =
    'The server answered in a form that this page doesn’t understand. Reload the page and try again.';
  throw new ApiError(message, response.status, '', { cause: result.error });
}

export async function apiGet<S extends z.ZodMiniType>(
  path: string,
  schema: S,
  signal?: AbortSignal,
): Promise<z.output<S>> {
  const headers = { accept: 'application/json' };
  return parsed(await authorizedFetch(path, { headers, signal: signal ?? null }), schema);
}

export async function apiPost<S extends z.ZodMiniType>(
  path: string,
  body: unknown,
  schema: S,
  signal?: AbortSignal,
  computes = false,
): Promise<z.output<S>> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body), signal: signal ?? null, computes };
  return parsed(await authorizedFetch(path, init), schema);
}

/** A POST that only computes its answer. */
export const apiCompute = <S extends z.ZodMiniType>(path: string, body: unknown, schema: S) =>
  apiPost(path, body, schema, undefined, true);

/** Changes what the body names, and answers with all of it. */
export async function apiPatch<S extends z.ZodMiniType>(
  path: string,
  body: unknown,
  schema: S,
): Promise<z.output<S>> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  return parsed(
    await authorizedFetch(path, { method: 'PATCH', headers, body: JSON.stringify(body) }),
    schema,
  );
}

/** The same for what answers without a body. */
export async function apiSend(path: string, body: unknown): Promise<void> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  await authorizedFetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** For what answers without a body. */
export async function apiDelete(path: string): Promise<void> {
  await authorizedFetch(path, { method: 'DELETE', headers: { accept: 'application/json' } });
}
