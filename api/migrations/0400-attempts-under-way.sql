-- Of the attempts that are counted, those whose outcome is not known yet: they may turn out rightful.
ALTER TABLE rate_limits ADD COLUMN under_way integer NOT NULL DEFAULT 0;
