import { AppError, type ErrorCode } from '#src/shared/errors.ts';
import type { AddRoutes } from './deps.ts';
import { signedIn } from './person.ts';

type Off = {
  methods: readonly string[];
  path: string;
  code: ErrorCode;
  message?: string;
  /** A token of ours is asked for first. */
  needs?: 'user';
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
];

export const addSwitchedOff: AddRoutes = (auth, deps) => {
  for (const { methods, path, code, message, needs } of OFF) {
    auth.on([...methods], path, async (c) => {
      if (needs === 'user') await signedIn(c, deps);
      throw new AppError(code, message);
    });
  }
};
