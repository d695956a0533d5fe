-- The certificate that a verified link domain shows, as last seen by a TLS connection to it.
alter table link_hosts
  add column certificate_checked_at timestamptz,
  -- Of the last certificate that was for this host.
  add column certificate_from timestamptz,
  add column certificate_until timestamptz,
  add column certificate_issuer text check (length(certificate_issuer) <= 200),
  -- Why the last connection showed no such certificate; null if it did.
  add column certificate_problem text
    check (certificate_problem in ('missing', 'wrong_name', 'untrusted', 'expired', 'unreachable')),
  -- When members were notified that it's in trouble; null while it isn't.
  add column certificate_noticed_at timestamptz;

grant select (certificate_checked_at, certificate_problem) on link_hosts to bellwire_system;
