import type { Context, MiddlewareHandler } from 'hono';
import type { Database } from '#src/db/database.ts';
import { findOperator, type Operator } from '#src/db/queries/operator.ts';
import { AppError } from '#src/shared/errors.ts';
import { bearerToken, type CheckSession } from '../api/signed-in.ts';

export type OperatorEnv = { Variables: { requestId: string; operator: Operator; session: string } };

/**
 * Lets the living session of an operator in. To everybody else, signed in or a program, nothing is there. Where
 * `secondFactor` is asked for, an operator without one is told so, and how to get one.
 * @throws AppError not_found, second_factor_needed, and those of the check of the session
 */
export function requireOperator(deps: {
  app: Database;
  checkSession: CheckSession;
  secondFactor: boolean;
}): MiddlewareHandler<OperatorEnv> {
  return async (c, next) => {
    // hono gives the token by the header alone, whatever else the context carries.
    const { session } = await deps.checkSession(bearerToken(c as Context));
    const operator = await findOperator(deps.app, session.id);
    if (!operator) throw new AppError('not_found');
    if (deps.secondFactor && !operator.second_factor) throw new AppError('second_factor_needed');
    c.set('operator', operator);
    c.set('session', session.id);
    await next();
  };
}
