import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { expect, it } from 'vitest';
import { loggable } from './loggable.ts';

function databaseError(fields: Partial<pg.DatabaseError>): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError(fields.message ?? 'refused', 10, 'error'), {
    severity: 'ERROR',
    ...fields,
  });
}

it('keeps what says where to look, and leaves the values out', () => {
  const cause = databaseError({
    code: '23514',
    message: 'new row for relation "users" violates check constraint "users_email_check"',
    detail: 'Failing row contains (secret-hash).',
    table: 'users',
    constraint: 'users_email_check',
  });
  const kept = loggable(new DrizzleQueryError('insert into "users" values ($1)', ['secret-hash'], cause));
  expect(JSON.stringify(kept)).not.toContain('secret');
  expect(kept).toEqual({
    name: 'QueryError',
    message: 'A query failed',
    query: 'insert into "users" values ($1)',
    cause: expect.objectContaining({ code: '23514', table: 'users', constraint: 'users_email_check' }),
  });
});

it('keeps no value that the database could not read', () => {
  const kept = loggable(
    databaseError({ code: '22P02', message: 'invalid input syntax for type uuid: "secret"' }),
  );
  expect(JSON.stringify(kept)).not.toContain('secret');
  expect(kept).toMatchObject({ code: '22P02' });
});

it('keeps other errors whole, with their causes, and ends', () => {
  const circle = new Error('outer', { cause: new Error('inner') });
  expect(loggable(circle)).toMatchObject({ message: 'outer', cause: { message: 'inner' } });
  circle.cause = circle;
  expect(() => JSON.stringify(loggable(circle))).not.toThrow();
  expect(loggable('a secret text')).toEqual({ message: 'string' });
});
