"""The floor of a parlour: tables, sessions, queue, prices, receipts, the till, alarms, machines. Functions of values.

The floor charges for tables and time. Stakes between players are no part of it: no event, line or export knows them.
"""
