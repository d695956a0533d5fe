import type { Context } from 'hono';
import { z } from 'zod';
import { AppError, type ErrorCode } from '#src/shared/errors.ts';
import { readBody } from './body.ts';
import type { AddRoutes } from './deps.ts';
import { optionalText } from './fields.ts';
import { bearerToken, signedIn } from './person.ts';

type Off = {
  methods: readonly string[];
  path: string;
  code: ErrorCode;
  message?: string;
  /** `user`: a token of ours is asked for first. `bearer`: any token. */
  needs?: 'user' | 'bearer';
};

const EVERY = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Addresses of the contract that have nothing behind them here, and what they answer. */
const OFF: readonly Off[] = [
  {
    methods: ['GET'],
    path: '/user/identities/authorize',
    code: 'manual_linking_disabled',
    needs: 'user',
  },
  {
    methods: ['DELETE'],
    path: '/user/identities/:id',
    code: 'manual_linking_disabled',
    needs: 'user',
  },
  {
    methods: ['GET'],
    path: '/authorize',
    code: 'provider_disabled',
    message: 'Unsupported provider: provider is not enabled',
  },
  { methods: ['GET', 'POST'], path: '/callback', code: 'provider_disabled' },
  { methods: ['POST'], path: '/sso', code: 'saml_provider_disabled' },
  { methods: EVERY, path: '/sso/*', code: 'saml_provider_disabled' },
  { methods: EVERY, path: '/passkeys', code: 'passkey_disabled' },
  { methods: EVERY, path: '/passkeys/*', code: 'passkey_disabled' },
  // There is no service key, so nobody is an administrator.
  { methods: ['POST'], path: '/invite', code: 'not_admin', needs: 'bearer' },
  { methods: EVERY, path: '/admin/*', code: 'not_admin', needs: 'bearer' },
];

const ENROL_OFF = new Map<string | undefined, ErrorCode>([
  ['totp', 'mfa_totp_enroll_not_enabled'],
  ['phone', 'mfa_phone_enroll_not_enabled'],
  ['webauthn', 'mfa_webauthn_enroll_not_enabled'],
]);
const factorSchema = z.object({ factor_type: optionalText });
const idSchema = z.uuid();

export const addSwitchedOff: AddRoutes = (auth, deps) => {
  for (const { methods, path, code, message, needs } of OFF) {
    auth.on([...methods], path, async (c) => {
      if (needs === 'user') await signedIn(c, deps);
      if (needs === 'bearer') bearerToken(c);
      throw new AppError(code, message);
    });
  }

  auth.post('/factors', async (c) => {
    await signedIn(c, deps);
    const { factor_type } = await readBody(c, factorSchema);
    const code = ENROL_OFF.get(factor_type);
    if (!code) throw new AppError('validation_failed', 'factor_type needs to be totp, phone, or webauthn');
    throw new AppError(code);
  });

  // Nobody can have enrolled one.
  const noFactor = async (c: Context): Promise<never> => {
    await signedIn(c, deps);
    throw new AppError(
      idSchema.safeParse(c.req.param('id')).success ? 'mfa_factor_not_found' : 'malformed_id',
    );
  };
  auth.on('POST', ['/factors/:id/challenge', '/factors/:id/verify'], noFactor);
  auth.delete('/factors/:id', noFactor);
};
