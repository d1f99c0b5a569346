-- Of the searches of a day, those that programs asked by MCP.
ALTER TABLE search_days ADD COLUMN by_mcp integer NOT NULL DEFAULT 0;
