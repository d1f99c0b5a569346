-- How much of the workers' time an organization has, compared with others; 1 where there is no row.
ALTER TABLE organization_quotas
  ADD COLUMN share integer NOT NULL DEFAULT 1 CHECK (share BETWEEN 1 AND 100);
